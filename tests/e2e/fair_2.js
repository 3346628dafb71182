// Draws the vectors of fair/2 with the page's own modules.
async ([scheme, texts, chance, draws, boards]) => {
    const fair = await import(scheme);
    const { hex, unhex } = await import(texts);
    const pairs = (found) => Object.entries(found).map(([seat, value]) => [+seat, value]);
    const shares = (found) => pairs(found).map(([seat, value]) => [seat, unhex(value)]);
    const cards = [...Array(45).keys()];
    const drawn = (root) => {
        const dice = fair.stream(root, "roll/1/1");
        return {
            "order deal/1 of 0..44": fair.order(root, "deal/1", cards),
            "order twins of [7, 7, 3, 7]": fair.order(root, "twins", [7, 7, 3, 7]),
            "below roll/1/1 of 10, eight times": cards.slice(0, 8).map(() => dice.below(10)),
            "below leader of 4": fair.stream(root, "leader").below(4),
        };
    };
    const sealed = (deal, commitment, { attempt = 1, bind, beacon, promises = {}, client_seeds = {} }) =>
        fair.sealText({
            deal, attempt, commitment, bind, beacon,
            promises: pairs(promises), said: pairs(client_seeds),
        });
    const cases = chance.cases.map((each) => {
        const text = sealed(chance.deal, chance.commitment, each);
        const beacon = each.beacon_value === null ? null : unhex(each.beacon_value);
        const root = fair.root(unhex(chance.secret), text, shares(each.shares), beacon);
        const promises = Object.fromEntries(shares(each.shares).map(([seat, share]) =>
            [seat, hex(fair.promise(chance.deal, each.attempt, seat, share))]));
        return { seal_text: text, root: hex(root), draws: drawn(root), promises };
    });
    const draw = sealed(draws.draw.deal, draws.links[0], draws.draw);
    const board = fair.root(unhex(boards.secret), sealed(boards.deal, boards.commitment, boards), []);
    return {
        commitment: hex(fair.commitment(unhex(chance.secret), chance.deal)),
        cases,
        value: hex(fair.root(unhex(draws.links[1]), draw, shares(draws.draw.shares))),
        board: { root: hex(board), draws: drawn(board) },
    };
}
