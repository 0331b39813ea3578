// Builds to upload: small scripts of which each has two releases at one URL. Their contents differ, so a profile shows whether
// a service uses the right map.
import { countFaults, random, synthesize, traceOf } from "./synthetic.mjs";
import { tarGz } from "./tar.mjs";

const BASE = "https://cdn.example.com/assets/";
const RELEASES = 2;
const FUNCTIONS = 20;
const FRAMES = 10;
const pick = random(1);

/** The token that services of a run are given. */
export const TOKEN = "load-0123456789abcdef";
export const headers = { authorization: `Bearer ${TOKEN}` };

/** Build `i` is a release of script `i / RELEASES`. */
export const urlOf = (build) => `${BASE}s${Math.floor(build / RELEASES)}.js`;
export const releaseOf = (build) => `r${build % RELEASES}-${Math.floor(build / RELEASES) % 50}`;

/** Uploads a build; returns the answer. */
export function upload(service, build) {
  const { script, map } = synthesize(build, FUNCTIONS);
  const name = urlOf(build).slice(BASE.length);
  const body = tarGz({ [name]: script.replace("=app.js.map", `=${name}.map`), [`${name}.map`]: map });
  const query = new URLSearchParams({ base: BASE, release: releaseOf(build), strict: true });
  return fetch(`${service.url}/source-maps?${query}`, { method: "POST", body, headers });
}

/** Returns what a profile of a build shows: "right", "wrong", or the status of the script. */
export async function look(service, build) {
  const { functions } = synthesize(build, FUNCTIONS);
  const { trace, expected } = traceOf([{ url: urlOf(build), functions }], FRAMES, pick);
  const query = new URLSearchParams({ release: releaseOf(build), report: true });
  const answer = await fetch(`${service.url}/symbolicate?${query}`, { method: "POST", body: JSON.stringify(trace), headers });
  const symbolicated = await answer.json();
  const status = symbolicated.symbolication?.scripts?.[0]?.status ?? answer.status;
  if (status !== "found") {
    return status;
  }
  return countFaults(symbolicated, expected) === 0 ? "right" : "wrong";
}
