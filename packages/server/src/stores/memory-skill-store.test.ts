import { createMemorySkillStore } from './memory-skill-store.js';
import { describeSkillStore } from './skill-store.suite.js';

describeSkillStore('the store in memory', createMemorySkillStore);
