import type { Published } from '@omen/sdk'
import { expect, it } from 'vitest'
import { badgeOf } from './badge-of.ts'

it('shows the badge of the newest run through the open link, and leads there', () => {
  const record = { id: 'pb_1', name: 'night [main]', link: 'https://omen.example/open/pb_1?key=k' } as Published
  expect(badgeOf(record, 'http://localhost').markdown).toBe(
    '[![night \\[main\\]](https://omen.example/api/v1/published/pb_1/badge.svg?latest=true&key=k)](https://omen.example/open/pb_1?key=k)',
  )
})

it('leads to the page where there is no open link', () => {
  const record = { id: 'pb_1', name: 'nightly' } as Published
  expect(badgeOf(record, 'http://localhost').markdown).toBe(
    '[![nightly](http://localhost/api/v1/published/pb_1/badge.svg?latest=true)](http://localhost/published/pb_1)',
  )
})
