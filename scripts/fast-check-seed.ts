// Property tests draw the same cases in every run, so that a failure can be repeated; FAST_CHECK_SEED draws others.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20261120) })
