// What the staff of a tournament has asked for while the server could not be reached: a queue in
// the browser's database, shared by the pages of the console and the service worker. A command is
// the form that it was given by, with its key, and leaves the queue when the server has done it or
// when somebody drops it. Plain script: a worker runs it before its own.

globalThis.offlineQueue = (() => {
  const STORES = ["commands", "own"];
  /** Bytes of a form that are kept: lists of names are far smaller. */
  const SIZE_MAX = 1_000_000;
  const COUNT_MAX = 1000;
  const UNSENT = new Set(["csrfmiddlewaretoken", "held"]);
  const PASSING = new Set([...UNSENT, "key", "version", "next", "reason"]);
  const told = new BroadcastChannel("offline-queue");
  let opened;

  function open() {
    opened ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open("offline", 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore("commands", { keyPath: "id", autoIncrement: true });
        asked.result.createObjectStore("own");
      };
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    return opened;
  }

  /** Do something in one transaction that is on the disk when this resolves. */
  async function transact(mode, work) {
    const base = await open();
    const transaction = base.transaction(STORES, mode, { durability: "strict" });
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const result = await work(transaction.objectStore("commands"), transaction.objectStore("own"), done);
    await ended;
    if (mode === "readwrite") told.postMessage("changed");
    return result;
  }

  /** What a form is about: its hidden fields and the button, without what each page has anew. */
  function subject(command, names = command.hidden ?? []) {
    const about = command.fields.filter(([name]) => names.includes(name) && !PASSING.has(name));
    return JSON.stringify([command.account, command.path, about.sort()]);
  }

  /** Keep a command at the end of the queue, in the place of an unsent one about the same. */
  async function add(command) {
    const size = command.fields.reduce((sum, [, value]) => sum + (value.size ?? value.length), 0);
    if (size > SIZE_MAX) throw new RangeError("too large to keep");
    const fields = command.fields.filter(([name]) => !UNSENT.has(name));
    const fresh = { ...command, fields, state: "waiting", at: Date.now() };
    return transact("readwrite", async (commands, _own, done) => {
      const known = await done(commands.getAll());
      // A page that was kept has the same keys each time that it is shown.
      if (known.some((each) => each.key === fresh.key)) {
        fresh.key = crypto.randomUUID();
        fresh.fields = fields.map(([name, value]) => [name, name === "key" ? fresh.key : value]);
      }
      if (known.length >= COUNT_MAX) throw new RangeError("too many to keep");
      const same = fresh.hidden.length
        ? known.find((each) => each.state === "waiting" && subject(each) === subject(fresh))
        : undefined;
      await done(commands.put(same ? { ...fresh, id: same.id } : fresh));
    });
  }

  /** All commands of the device, the first first. */
  const list = () => transact("readonly", (commands, _own, done) => done(commands.getAll()));

  /** Change a command, or take it away with null, unless another has taken its place meanwhile. */
  const settle = (command, change, versions = []) =>
    transact("readwrite", async (commands, own, done) => {
      const now = await done(commands.get(command.id));
      if (now?.key === command.key) {
        await done(change ? commands.put({ ...now, ...change }) : commands.delete(command.id));
      }
      if (!versions[1]) return;
      const at = `${command.account} ${command.slug}`;
      const spans = (await done(own.get(at))) ?? [];
      const last = spans.at(-1);
      if (last && last[1] + 1 === versions[0]) last[1] = versions[1];
      else spans.push(versions);
      await done(own.put(spans.slice(-400), at));
    });

  /** The versions that this device has made of a tournament in somebody's name, as `12-14,17`. */
  const own = (account, slug) =>
    transact("readonly", async (_commands, kept, done) => {
      const spans = (await done(kept.get(`${account} ${slug}`))) ?? [];
      return spans.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
    });

  return { add, list, settle, own, told };
})();
