import { prepareSync } from '../../src/index.js';
import type { PrepareSync } from './prepared.js';

/** The base that is tested. */
export const prepareBase: PrepareSync = (program, facts, options) => prepareSync(program, facts, options);
