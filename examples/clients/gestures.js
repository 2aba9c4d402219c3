#!/usr/bin/env node
// Prints each gesture that is done: gestures.js [SOCKET]. Goes on when gestured is restarted.
"use strict";
const { existsSync } = require("node:fs");
const net = require("node:net");

/** The socket that is named, or the first that exists. */
function place() {
  const named = process.argv[2] || process.env.GESTURED_SOCKET;
  const places = ["/run/gestured/gestured.sock", `${process.env.XDG_RUNTIME_DIR}/gestured.sock`];
  return named || places.find(existsSync) || places[0];
}

/** Calls back with every gesture that ended as it should; connects again after a loss. */
function listen(onGesture) {
  const connection = net.connect(place());
  let rest = ""; // the beginning of a line whose end has not come yet
  connection.setEncoding("utf8"); // also where a character comes in two pieces
  connection.on("connect", () => connection.write('{"type":"subscribe","phases":["ended"]}\n'));
  connection.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const message of lines.map((line) => JSON.parse(line))) {
      // Later versions send more: what is not known is passed over.
      if (message.type === "gesture" && message.phase === "ended") onGesture(message);
      if (message.reason === "too_many_clients") {
        console.error("gestured has too many clients: end one, or raise its max_clients");
        process.exit(69);
      }
    }
  });
  connection.on("error", (error) => {
    if (error.code !== "EACCES") return; // "close" comes next
    console.error("no permission: join the group gestured-clients, and log in again");
    process.exit(77);
  });
  connection.on("close", () => setTimeout(listen, 1000, onGesture));
}

listen((gesture) => {
  console.log(gesture.name, gesture.direction ?? gesture.count ?? "");
});
