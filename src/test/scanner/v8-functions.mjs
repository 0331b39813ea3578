// Prints V8's list of the functions of texts: node src/test/scanner/v8-functions.mjs path…
//
// Each function is a line: the text's index among the paths, the start, the name as JSON.
import { compiled } from './v8.mjs';

compiled(process.argv.slice(2)).forEach((functions, text) => {
  for (const [start, name] of functions) console.log(`${text}\t${start}\t${JSON.stringify(name)}`);
});
