import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { TextCache } from '../bounds/text-cache.js';
import type { Plan, Template } from './plan.js';

/** What tells one macro-tool from another (C-30). */
export type Composition = Pick<Plan, 'name' | 'steps' | 'inputSchema'>;

/** Half of the digest: nobody meets two compositions with the same one. */
const digits = 32;

/** Most evaluations make macro-tools that others made before. */
const known = new TextCache<string>({ maxEntries: 1000, maxChars: 4_000_000 });

/**
 * The id of a macro-tool: equal for equal compositions, whoever evaluates them and when, different if an action, a bound
 * value or a parameter differs.
 */
export function macroIdOf({ name, steps, inputSchema }: Composition): string {
  const short = steps.map((step) => ({ ...step, template: shorten(step.template) }));
  const composition = { name, steps: short, inputSchema };
  return known.get(JSON.stringify(composition), () => digestOf(composition));
}

/** Texts from this length on are known by their digest: clients may bind megabytes, and their text is gone over again. */
const longText = 4096;

/** INVARIANT: different templates stay different, because nothing else has a member `digest`. */
function shorten(template: Template): unknown {
  switch (template.kind) {
    case 'constant': {
      const { kind, value } = template;
      return typeof value === 'string' && value.length >= longText
        ? { kind, digest: sha256(value, 'utf16le') }
        : template;
    }
    case 'list':
      return { ...template, items: template.items.map(shorten) };
    case 'object':
      return { ...template, members: template.members.map(([key, member]) => [key, shorten(member)]) };
    case 'arg':
    case 'step':
      return template;
  }
}

/** RFC 8785 gives one text for what is the same, whatever the order of members. */
function digestOf(composition: object): string {
  return `mt_${sha256(canonicalize(composition) ?? '', 'utf8').slice(0, digits)}`;
}

/** Only UTF-16 tells all texts apart: in UTF-8 halves of surrogate pairs are the same. */
function sha256(text: string, encoding: 'utf8' | 'utf16le'): string {
  return createHash('sha256').update(text, encoding).digest('hex');
}
