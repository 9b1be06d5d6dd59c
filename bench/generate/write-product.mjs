// Writes the product-shaped program: base.mg, requests/*.mg, domain-requests/*.mg, meta.json, and grown bases.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OutputFile } from './output-file.mjs';
import { productFacts } from './product-facts.mjs';
import { domainRequests, productRequests } from './product-requests.mjs';
import { checkedPredicates, productRules, requestPredicates } from './product-rules.mjs';

/**
 * @param {string} folder
 * @param {{ size: 'small' | 'large', seed: number }} options
 */
export function writeProduct(folder, { size, seed }) {
  mkdirSync(folder, { recursive: true });
  const facts = writeBase(path.join(folder, 'base.mg'), { size, seed });
  const plain = productRequests({ size, seed });
  writeRequests(path.join(folder, 'requests'), plain);
  writeRequests(path.join(folder, 'domain-requests'), domainRequests({ size, seed }));
  const meta = {
    name: 'product',
    size,
    seed,
    facts,
    rules: productRules.length,
    requests: plain.length,
    requestPreds: requestPredicates,
    check: checkedPredicates,
  };
  writeFileSync(path.join(folder, 'meta.json'), JSON.stringify(meta, null, 1));
}

/**
 * The base program with `growth` times as many entities; tells how many facts it has.
 * @param {string} file
 * @param {{ size: 'small' | 'large', seed: number, growth?: number }} options
 */
export function writeBase(file, options) {
  const output = new OutputFile(file);
  let facts = 0;
  for (const predicate of requestPredicates) output.write(`Decl ${predicate}(X).\n`);
  productFacts(options, (fact) => {
    output.write(`${fact}\n`);
    facts++;
  });
  output.write(productRules.map((rule) => `${rule}.\n`).join(''));
  output.close();
  return facts;
}

/**
 * One file for each text, named by its number.
 * @param {string} folder
 * @param {readonly string[]} texts
 */
export function writeRequests(folder, texts) {
  mkdirSync(folder, { recursive: true });
  texts.forEach((text, at) => writeFileSync(path.join(folder, `${String(at).padStart(4, '0')}.mg`), text));
}
