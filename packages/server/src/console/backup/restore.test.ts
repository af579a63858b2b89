import { expect, it } from 'vitest'
import { defaultSettings } from '../../config/load-settings.ts'
import { restoreAdvice } from './restore.ts'

const AGAIN = 'No server starts on /srv/omen as it is: run "omen-server restore" again, or empty the folder.'

it('says only to restore again where every store is in the data folder', () => {
  expect(restoreAdvice(defaultSettings({ data: '/srv/omen' }))).toBe(AGAIN)
})

it('names each store elsewhere that the next attempt would refuse as not empty', () => {
  const filesUrl = 's3://files.example.com/omen'
  const bucket = 'Its bucket may hold files of this attempt: empty it, or name an empty one, first.'
  const points = 'Its ClickHouse may hold rows of this attempt: empty its tables first.'
  expect(restoreAdvice(defaultSettings({ data: '/srv/omen', filesUrl }))).toBe(`${AGAIN} ${bucket}`)
  const clickhouseUrl = 'http://points.example.com:8123'
  expect(restoreAdvice(defaultSettings({ data: '/srv/omen', filesUrl, clickhouseUrl }))).toBe(
    `${AGAIN} ${points} ${bucket}`,
  )
})
