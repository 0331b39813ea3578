// A page of one profile that needs no service: the page's own markup, styles and modules, and the profile, in one file. Its
// policy allows this one script by its hash, and no request at all.

/** The element with the profile. */
const ID = "saved";

/** Returns the profile of a saved page, or undefined on the service's own page. */
export function savedProfile() {
  const element = document.getElementById(ID);
  return element ? JSON.parse(element.textContent, (_, value) => (Array.isArray(value?.numbers) ? Float64Array.from(value.numbers) : value)) : undefined;
}

/** Returns JSON in which nothing ends a script element. */
export function inert(value) {
  const text = JSON.stringify(value, (_, each) => (ArrayBuffer.isView(each) ? { numbers: Array.from(each) } : each));
  return text.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

const IMPORT = /^import (?:\{([^}]*)\}|\* as (\w+)) from "\.\/([\w-]+)\.mjs";$/gm;
const EXPORT = /^export (?=(?:async )?(?:function\*?|class|const) (\w+))/gm;

/**
 * Returns the modules of the page as one script: each is a function that returns what it exports.
 *
 * @param {(name: string) => Promise<string>} load returns the text of a module
 */
export async function linked(entry, load) {
  const parts = [];
  const known = new Map();
  const add = async (name) => {
    const text = await load(name);
    const needed = [...text.matchAll(IMPORT)];
    for (const [, , , module] of needed) {
      if (!known.has(module)) {
        known.set(module, true);
        await add(module);
      }
    }
    const names = [...text.matchAll(EXPORT)].map(([, each]) => each);
    const body = text
      .replaceAll(IMPORT, (_, list, all, module) => `const ${all ?? `{${list.replaceAll(" as ", ": ")}}`} = modules["${module}"];`)
      .replaceAll(EXPORT, "")
      .replaceAll("import.meta.url", "document.baseURI");
    parts.push(`modules["${name}"] = (() => {\n${body}\nreturn {${names.join(", ")}};\n})();`);
  };
  known.set(entry, true);
  await add(entry);
  return `"use strict";\nconst modules = {};\n${parts.join("\n")}\n`.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

async function hashOf(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/** Makes a saved page of a profile, which is a plain object. */
export async function savedPage(profile, title) {
  if (!globalThis.crypto?.subtle) {
    throw new RangeError("A page is saved only from https or localhost, since other pages cannot compute the hashes of its policy.");
  }
  const load = async (path) => (await fetch(new URL(path, document.baseURI))).text();
  const [markup, style, icon, script] = await Promise.all([
    load("./"), load("page/page.css"), load("page/icon.svg"), linked("app", (name) => load(`page/${name}.mjs`)),
  ]);
  const policy = `default-src 'none'; script-src ${await hashOf(script)}; style-src ${await hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const iconUrl = `data:image/svg+xml,${encodeURIComponent(icon)}`;
  const escaped = title.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const text = markup
    .replace('<meta charset="utf-8">', () => `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped}</title>`)
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${iconUrl}">`)
    .replaceAll('src="page/icon.svg"', () => `src="${iconUrl}"`)
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace(/<script type="module"[^>]*><\/script>/, "")
    .replace("</body>", () => `<script type="application/json" id="${ID}">${inert(profile)}</script>\n<script>${script}</script>\n</body>`);
  return new Blob([text], { type: "text/html" });
}
