import fc from 'fast-check';

/** Property tests try the same cases each time, so that a failure comes back; `MANGLE_SEED` tries others. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['MANGLE_SEED'] ?? 20_260_301) });
