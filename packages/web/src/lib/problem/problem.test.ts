import { ApiProblem, TransportError } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { fieldErrors, toProblem } from './problem.ts'

const refused = new ApiProblem({
  code: 'VALIDATION_FAILED',
  status: 400,
  message: 'no',
  details: [
    { field: 'pvalue', message: 'below 1' },
    { field: 'pvalue', message: 'a number' },
    { field: 'other', message: 'x' },
  ],
})

describe('toProblem', () => {
  it('keeps the code of an API problem', () => expect(toProblem(refused).code).toBe('VALIDATION_FAILED'))
  it('distinguishes a timeout from an unreachable server', () => {
    expect(toProblem(new TransportError('timeout')).code).toBe('TIMEOUT')
    expect(toProblem(new TransportError('network')).code).toBe('UNREACHABLE')
  })
  it('reads the failure of a job', () => {
    expect(toProblem({ code: 'EMPTY_FILE', message: 'empty' })).toMatchObject({ code: 'EMPTY_FILE', details: [] })
  })
  it('recognises code that cannot be fetched, in every browser', () => {
    for (const message of [
      'Failed to fetch dynamically imported module: http://x/a.js',
      'error loading dynamically imported module: http://x/a.js',
      'Importing a module script failed.',
      'Unable to preload CSS for /assets/a.css',
    ])
      expect(toProblem(new TypeError(message)).code).toBe('PAGE_NOT_LOADED')
  })
  it('calls everything else unknown', () => expect(toProblem(new Error('x')).code).toBe('UNKNOWN'))
})

describe('fieldErrors', () => {
  it('returns the first sentence of each field of the form', () => {
    expect(fieldErrors(refused, ['pvalue', 'cvalue'], 'en')).toEqual({ pvalue: 'below 1' })
  })
})
