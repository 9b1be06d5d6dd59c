// The actions of the desk. A real desk would ask its systems; this one knows a few answers by heart.

/** Minutes by carrier. */
const delays = { 'baltic-line': 0, nordfreight: 35 };

/** What the dock log says about shipments. */
const dockLog = {
  'S-881': { gate: 'G4', minutes_lost: 22 },
  'S-882': { gate: 'G1', minutes_lost: 5 },
};

const gates = { G1: 'open', G4: 'closed' };

const carriers = { 'BRE-1': ['nordfreight'], 'HAM-2': ['baltic-line', 'nordfreight'] };

const bins = {
  'BRE-1': { 'pallet jack': 4, 'stretch film': 180 },
  'HAM-2': { 'pallet jack': 2, 'shrink hood': 75, 'stretch film': 320 },
};

/** Behind the external predicate carrier_delay: the carrier is given, rows of minutes are asked for. */
export function carrierDelay([carrier]) {
  const minutes = find(delays, carrier);
  return minutes === undefined ? [] : [[minutes]];
}

export const actions = {
  read_dock_log: {
    description: 'Read what the dock log says about a shipment.',
    input: strings('shipment', 'site'),
    effects: ['none'],
    idempotent: true,
    run: ({ shipment, site }) => ({ shipment, site, ...(find(dockLog, shipment) ?? { gate: 'G1', minutes_lost: 0 }) }),
  },
  read_gate_state: {
    description: 'Read whether a gate is open.',
    input: strings('gate'),
    effects: ['none'],
    idempotent: true,
    run: ({ gate }) => ({ gate, state: find(gates, gate) ?? 'unknown' }),
  },
  list_delays: {
    description: 'List the delays of the carriers of a site.',
    input: strings('site'),
    effects: ['network'],
    idempotent: true,
    run: ({ site }) => ({
      delays: (find(carriers, site) ?? []).map((carrier) => ({ carrier, minutes: find(delays, carrier) ?? 0 })),
    }),
  },
  find_free_slot: {
    description: 'Find the next free slot of a site.',
    input: strings('site'),
    effects: ['network'],
    idempotent: true,
    run: ({ site }) => ({ slot: `${site}/16:30` }),
  },
  book_slot: {
    description: 'Book a slot for a shipment and give up the one it has.',
    input: strings('shipment', 'slot'),
    effects: ['network', 'destructive'],
    run: async ({ shipment, slot }, { progress }) => {
      progress(`booking ${slot}`, 50);
      return { shipment, slot, booked: true };
    },
  },
  open_slot: {
    description: 'Open a slot, whatever the plan of the yard says.',
    input: strings('slot'),
    effects: ['database'],
    idempotent: true,
    run: ({ slot }) => ({ slot, state: 'open' }),
  },
  list_bins: {
    description: 'List what lies in the bins of a site.',
    input: strings('site'),
    effects: ['none'],
    idempotent: true,
    run: ({ site }) => ({
      bins: Object.entries(find(bins, site) ?? {}).map(([item, units]) => ({ item, units })),
    }),
  },
};

/** The JSON Schema of an object whose members are all texts. */
function strings(...names) {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
    additionalProperties: false,
  };
}

/** What a table says; names that it inherits, such as `toString`, say nothing. */
function find(table, name) {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
