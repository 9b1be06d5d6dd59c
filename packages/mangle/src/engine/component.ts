import type { ComponentPlan } from '../plan/program-plan.js';
import type { Relation } from '../store/relation.js';
import type { Database } from './database.js';
import { type Emit, Task, type TaskContext } from './task.js';

/** The plans of a component, ready to run on a database. */
export interface Component {
  readonly relations: readonly Relation[];
  readonly full: readonly Task[];
  readonly recent: readonly Task[];
}

export function createComponent(plan: ComponentPlan, database: Database, context: TaskContext, emit: Emit): Component {
  return {
    relations: plan.predicates.map((key) => database.facts(key).rows),
    full: plan.full.map((each) => new Task(each, context, emit)),
    recent: plan.recent.map((each) => new Task(each, context, emit)),
  };
}
