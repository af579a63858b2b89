import { Tooltip } from '@mantine/core'
import { useFormat } from '../../lib/format/use-format.ts'

/** A time relative to now, the absolute one on hover and for a screen reader. */
export const TimeText = ({ time, absolute = false }: { time: number; absolute?: boolean }) => {
  const format = useFormat()
  return (
    <Tooltip label={absolute ? format.relative(time) : format.dateTime(time)}>
      <time dateTime={new Date(time).toISOString()}>{absolute ? format.moment(time) : format.relative(time)}</time>
    </Tooltip>
  )
}
