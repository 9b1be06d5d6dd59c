// The actions of the desk. They change nothing, but say what they would do; only the outside is really told.

/** Behind clearance: one question to the outside. */
export async function clearance([address, identity], { signal }) {
  const response = await fetch(`${address}/clearance/${encodeURIComponent(identity)}`, { signal });
  return [[await response.text()]];
}

/** Behind wait_for_leave: the same, and the outside takes its time. */
export async function waitForLeave([address], { signal }) {
  const response = await fetch(`${address}/leave`, { signal });
  return [[await response.text()]];
}

export const actions = {
  read_panel: action(['none'], 'panel'),
  read_books: action(['none'], 'shelf'),
  write_file: action(['filesystem'], 'folder', 'text'),
  open_vault: action(['none'], 'door'),
  charge_account: action(['payments'], 'amount', 'to'),
  delete_rows: action(['destructive'], 'table'),
  delete_files: action(['filesystem', 'destructive'], 'folder'),
  change_password: action(['authentication'], 'account'),
  send_mail: action(['network'], 'to'),
  fetch_page: action(['network'], 'page'),
  spray: action(['x-paint'], 'wall'),
  tell_outside: {
    ...action(['network'], 'address', 'what'),
    run: async ({ address, what }, { signal }) => {
      await fetch(`${address}/told/${what}`, { signal });
      return { told: what };
    },
  },
};

function action(effects, ...names) {
  return {
    description: `Takes ${names.join(' and ')}.`,
    input: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])), required: names },
    effects,
    run: (args) => ({ done: args }),
  };
}
