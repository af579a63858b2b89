import { expect, it } from 'vitest'
import type { JobRequest } from './job-request.ts'
import { recallRequest, rememberRequest } from './remembered-requests.ts'

const openStorage = (text: string | null = null) => {
  let value = text
  return {
    getItem: () => value,
    setItem: (_: string, next: string) => {
      value = next
    },
  }
}
const request = (name: string): JobRequest => ({
  call: 'visualization',
  fields: { uploadFileName: name, filename: 'abcdefgh' },
})

it('returns the request of a job', () => {
  const storage = openStorage()
  rememberRequest(storage, 'job1', request('a.csv'))
  expect(recallRequest(storage, 'job1')).toEqual(request('a.csv'))
  expect(recallRequest(storage, 'job2')).toBeNull()
})
it('keeps the last fifty', () => {
  const storage = openStorage()
  for (let index = 0; index < 55; index++) rememberRequest(storage, `job${index}`, request('a.csv'))
  expect(recallRequest(storage, 'job4')).toBeNull()
  expect(recallRequest(storage, 'job5')).not.toBeNull()
})
it('survives a foreign value in storage', () => {
  expect(recallRequest(openStorage('{"x":'), 'job1')).toBeNull()
  expect(recallRequest(openStorage('7'), 'job1')).toBeNull()
})
