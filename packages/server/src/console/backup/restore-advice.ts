import type { Settings } from '../../config/settings.ts'

/** What an operator does after a restore that failed. Only the stores in the data folder are emptied by the next attempt. */
export function restoreAdvice({ data, clickhouseUrl, filesUrl }: Settings): string {
  const again = `No server starts on ${data} as it is: run "omen-server restore" again, or empty the folder.`
  const remote = [
    ...(clickhouseUrl === null ? [] : ['Its ClickHouse may hold rows of this attempt: empty its tables first.']),
    ...(filesUrl === null ? [] : ['Its bucket may hold files of this attempt: empty it, or name an empty one, first.']),
  ]
  return [again, ...remote].join(' ')
}
