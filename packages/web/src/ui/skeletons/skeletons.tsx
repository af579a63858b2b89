import { Skeleton } from '@mantine/core'

const widths = ['62%', '48%', '71%', '55%', '66%', '43%', '58%', '69%']

/** Placeholder rows of a loading table. */
export const RowsSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div aria-hidden style={{ padding: 16, display: 'flex', flexDirection: 'column', gap: 16 }}>
    {widths.slice(0, rows).map((width) => (
      <Skeleton key={width} height={16} width={width} />
    ))}
  </div>
)

export const BlockSkeleton = ({ height }: { height: number }) => <Skeleton height={height} aria-hidden />

export const PageSkeleton = () => (
  <div className="stack" aria-hidden>
    <Skeleton height={28} width={220} />
    <Skeleton height={180} />
    <Skeleton height={320} />
  </div>
)
