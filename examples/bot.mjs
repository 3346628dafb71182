// A bot in Node 20 or newer, which needs nothing else: TOKEN=cp_… node bot.mjs MATCHES
import { randomUUID } from "node:crypto";

const api = `${process.env.API ?? "http://127.0.0.1:8000"}/api/v1`;
const token = { Authorization: `Bearer ${process.env.TOKEN}` };
let left = Number(process.argv[2]);

async function post(path, body) {
  const headers = { ...token, "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  return (await fetch(api + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

async function sitDown() {
  const { id } = await post("/matches", { game: "stick-em", seats: 3, options: { rounds: 1 } });
  for (const seat of [{}, { bot: "greedy" }, { bot: "random" }]) await post(`/matches/${id}/seats`, seat);
}

async function hear({ type, match, version, legal_moves: moves, result }) {
  if (type === "your_turn") { // After a version conflict it comes again.
    const move = moves[Math.floor(Math.random() * moves.length)];
    await post(`/matches/${match}/moves`, { expected_version: version, move });
  } else if (type === "match_finished") {
    console.log(--left, "to go; placings:", result.placings);
    if (left) await sitDown(); else process.exit();
  }
}

await sitDown();
let rest = "";
const stream = await fetch(`${api}/me/stream`, { headers: { ...token, Accept: "application/x-ndjson" } });
for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + part).split("\n");
  rest = lines.pop();
  for (const line of lines) if (line.trim()) await hear(JSON.parse(line));
}
