// A table that stays true by itself. Without these scripts the same forms do the same.
//
// connection.js asks what has happened and sends moves, queue.js shows it step by step, table.js
// puts each table in its place and travel.js moves the pieces. What a hand does is in hand.js,
// own_moves.js and keys.js; the others are small and named after what they do.

import { tick } from "./clock.js";
import { listen } from "./connection.js";
import "./keys.js";
import "./own_moves.js";
import { current } from "./table.js";
import "./talk.js";

for (const each of document.querySelectorAll("#match [data-needs-script]")) each.hidden = false;
document.title = current().dataset.title;
document.addEventListener("table-shown", tick);
document.dispatchEvent(new CustomEvent("table-shown"));
document.dispatchEvent(new CustomEvent("table-settled"));
listen();
