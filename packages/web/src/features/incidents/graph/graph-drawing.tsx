import { useWidth } from '@omen/charts'
import type { IncidentDetail } from '@omen/sdk'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { onsetText } from '../state/onset-text.ts'
import styles from './graph.module.css'
import {
  edgePath,
  type GraphEdge,
  NODE_SIZE,
  neighbourNode,
  type PlacedGraph,
  placeGraph,
  placeLabels,
} from './graph-model.ts'

interface GraphDrawingProps {
  graph: IncidentDetail['graph']
  /** Least share of the orders that are drawn. */
  minShare: number
}

/** Boxes by onset and arrows by share; what is under the pointer or has the focus is said below. */
export const GraphDrawing = ({ graph, minShare }: GraphDrawingProps) => {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const placed = useMemo(() => placeGraph(graph, minShare, width), [graph, minShare, width])
  const [active, setActive] = useState<string | null>(null)
  const [stop, setStop] = useState<string | null>(null)
  const tabStop = placed.nodes.some(({ id }) => id === stop) ? stop : (placed.nodes[0]?.id ?? null)
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const next = neighbourNode(placed.nodes, id, event.key)
    if (next === null) return
    event.preventDefault()
    setStop(next.id)
    box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div className={styles.area}>
      <div ref={box} className={styles.drawing} style={{ height: placed.height }} data-part="drawing">
        {width > 0 && <Edges placed={placed} active={active} width={width} />}
        {placed.nodes.map((node) => (
          <Node
            key={node.id}
            node={node}
            isTabStop={node.id === tabStop}
            onActive={(isOn) => {
              setActive(isOn ? node.id : null)
              if (isOn) setStop(node.id)
            }}
            onKeyDown={(event) => onKeyDown(event, node.id)}
          />
        ))}
      </div>
      <div className={styles.said} role="status">
        <Said placed={placed} active={active} />
      </div>
      {placed.left > 0 && <p className={styles.left}>{t('incidents.graph.more', { count: placed.left })}</p>}
    </div>
  )
}

interface NodeProps {
  node: PlacedGraph['nodes'][number]
  isTabStop: boolean
  onActive: (isOn: boolean) => void
  onKeyDown: (event: KeyboardEvent) => void
}

const Node = ({ node, isTabStop, onActive, onKeyDown }: NodeProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, name, metric, instance, onset, x, y } = node
  const when = onset === null ? '–' : onsetText(onset, format)
  return (
    <button
      type="button"
      className={styles.node}
      style={{ left: x, top: y, width: NODE_SIZE.width, height: NODE_SIZE.height }}
      data-node={id}
      data-still={onset === null || undefined}
      tabIndex={isTabStop ? 0 : -1}
      title={t(onset === null ? 'incidents.graph.nodeNoOnset' : 'incidents.graph.node', { name, when })}
      onFocus={() => onActive(true)}
      onBlur={() => onActive(false)}
      onPointerEnter={() => onActive(true)}
      onPointerLeave={() => onActive(false)}
      onKeyDown={onKeyDown}
    >
      <span className={styles.name}>{metric}</span>{' '}
      <span className={styles.where}>
        <span className="truncate">{instance}</span> <span className={styles.onset}>{when}</span>
      </span>
    </button>
  )
}

/** Of more than these, those that were always so go without their share. */
const FEW_EDGES = 5

interface EdgesProps {
  placed: PlacedGraph
  active: string | null
  width: number
}

const Edges = ({ placed, active, width }: EdgesProps) => {
  const format = useFormat()
  const arrow = useId()
  const byId = new Map(placed.nodes.map((node) => [node.id, node]))
  const lines = placed.edges.flatMap((edge) => {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)]
    return from === undefined || to === undefined ? [] : [{ edge, path: edgePath(from, to) }]
  })
  // Over all lines, so that none runs through a label
  const labelled = lines.filter(({ edge }) => edge.share < 1 || placed.edges.length <= FEW_EDGES)
  const labels = placeLabels(labelled.map(({ path }) => path))
  const opacity = ({ from, to }: GraphEdge): number => (active !== null && from !== active && to !== active ? 0.25 : 1)
  return (
    <svg className={styles.edges} width={width} height={placed.height} aria-hidden="true">
      <defs>
        <marker
          id={arrow}
          viewBox="0 0 8 8"
          refX="2"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <path d="M0 0L8 4L0 8Z" fill="var(--omen-text-muted)" />
        </marker>
      </defs>
      {lines.map(({ edge, path }) => (
        <path
          key={`${edge.from} ${edge.to}`}
          d={path.d}
          opacity={opacity(edge)}
          fill="none"
          stroke="var(--omen-text-muted)"
          strokeWidth={0.75 + 2 * edge.share}
          markerEnd={`url(#${arrow})`}
        />
      ))}
      {labelled.map(({ edge }, index) => (
        <text key={`${edge.from} ${edge.to}`} {...labels[index]} opacity={opacity(edge)} textAnchor="middle">
          {format.share(edge.share)}
        </text>
      ))}
    </svg>
  )
}

const Said = ({ placed, active }: Pick<EdgesProps, 'placed' | 'active'>) => {
  const { t } = useTranslation()
  const say = useEdgeSentence(placed)
  const node = placed.nodes.find(({ id }) => id === active)
  if (node === undefined) return t('incidents.graph.hint')
  const own = placed.edges.filter(({ from, to }) => from === node.id || to === node.id)
  const before = own.some(({ to }) => to === node.id)
  return [...(before ? [] : [t('incidents.graph.first', { name: node.name })]), ...own.map(say)]
    .slice(0, 4)
    .map((sentence) => <div key={sentence}>{sentence}</div>)
}

const useEdgeSentence = ({ nodes }: PlacedGraph) => {
  const { t } = useTranslation()
  const format = useFormat()
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  return ({ from, to, times, of, lagMs }: GraphEdge): string =>
    t('incidents.graph.edge', {
      from: names.get(from) ?? from,
      to: names.get(to) ?? to,
      times: format.count(times),
      of: format.count(of),
      lag: format.duration(lagMs),
    })
}
