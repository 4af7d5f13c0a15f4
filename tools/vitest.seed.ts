import fc from 'fast-check'

/** Property tests use the same examples in every run; `FC_SEED=7 npm test -- unit pg` uses others. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) })
