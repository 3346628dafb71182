/** Plays a whole match with the client that is made from the description, and prints how it ended. */

import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Match = components["schemas"]["MatchShown"];
type Player = ReturnType<typeof createClient<paths>>;

const baseUrl = process.argv[2] ?? "http://127.0.0.1:8000";
const stranger = createClient<paths>({ baseUrl });

function given<T>(answer: { data?: T; error?: components["schemas"]["ProblemBody"] }): T {
  if (answer.data === undefined) throw new Error(`${answer.error?.code}: ${answer.error?.detail}`);
  return answer.data;
}

async function signUp(): Promise<Player> {
  const username = `ts_${randomUUID().slice(0, 12)}`;
  const password = "a long enough passphrase";
  given(await stranger.POST("/api/v1/accounts", { body: { username, password } }));
  const body = { username, password, scopes: ["play", "read"] satisfies components["schemas"]["Scope"][] };
  const { token } = given(await stranger.POST("/api/v1/tokens", { body }));
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
}

async function move(player: Player, path: { match_id: string }, match: Match): Promise<void> {
  const chosen = match.legal_moves[Math.floor(Math.random() * match.legal_moves.length)];
  if (chosen === undefined) throw new Error("a seat is to decide, and has no move");
  const answer = await player.POST("/api/v1/matches/{match_id}/moves", {
    params: { path, header: { "Idempotency-Key": randomUUID() } },
    body: { expected_version: match.version, move: chosen },
  });
  // Where several seats decide at once, another one may have been faster.
  if (answer.error?.code !== "version_conflict") given(answer);
}

const players = await Promise.all([signUp(), signUp(), signUp()]);
const opened = given(
  await players[0]!.POST("/api/v1/matches", {
    body: { game: "stick-em", seats: players.length, options: { rounds: 1 } },
  }),
);
const path = { match_id: opened.id };
for (const player of players) {
  given(await player.POST("/api/v1/matches/{match_id}/seats", { params: { path }, body: {} }));
}

let status: components["schemas"]["MatchStatus"] = "live";
while (status === "live") {
  for (const player of players) {
    const seen = given(await player.GET("/api/v1/matches/{match_id}", { params: { path } }));
    status = seen.status;
    if (seen.my_seat !== null && seen.to_act.includes(seen.my_seat)) await move(player, path, seen);
  }
}

const { result, version } = given(
  await stranger.GET("/api/v1/matches/{match_id}", { params: { path } }),
);
console.log(JSON.stringify({ match: opened.id, status, version, placings: result?.placings }));
