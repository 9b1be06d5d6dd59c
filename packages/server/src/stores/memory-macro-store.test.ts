import { describeMacroStore } from './macro-store.suite.js';
import { createMemoryMacroStore } from './memory-macro-store.js';

describeMacroStore('the store in memory', createMemoryMacroStore);
