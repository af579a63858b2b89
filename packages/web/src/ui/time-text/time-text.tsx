import { Tooltip } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { nowAtom } from '../../lib/format/now-atom.ts'
import { useFormat } from '../../lib/format/use-format.ts'

/** A time relative to now, the absolute one on hover and for a screen reader. */
export const TimeText = ({ time, absolute = false }: { time: number; absolute?: boolean }) => {
  const format = useFormat()
  const relative = format.relative(time, useAtomValue(nowAtom))
  return (
    <Tooltip label={absolute ? relative : format.dateTime(time)}>
      <time dateTime={new Date(time).toISOString()}>{absolute ? format.moment(time) : relative}</time>
    </Tooltip>
  )
}
