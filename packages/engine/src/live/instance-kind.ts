/**
 * How long a name stands for the same thing: a `stable` one for as long as the thing is operated, an `address` until it is given to another one, a `random`
 * one for one life of a process.
 */
export type NameClass = 'stable' | 'address' | 'random'

/** The kind of a name: `stem` is the name without its changing part, and is shared by names that are given to the same thing one after another. */
export type NameKind = { stem: string; nameClass: NameClass }

/** Letters and digits in the names of Kubernetes. https://github.com/kubernetes/apimachinery/blob/master/pkg/util/rand/rand.go */
const SAFE = '[bcdfghjklmnpqrstvwxz2456789]'
/** The end of a pod's name: of a ReplicaSet or a CronJob, or of a DaemonSet or a Job, which does not look like a number of a host as in `-hst24`. */
const POD = new RegExp(`-(?:(?=[a-z]*\\d)[0-9a-z]{6,10}-${SAFE}{5}|(?![a-z]+\\d+$)${SAFE}{5})$`)
const UUID = /[0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}/g
/** The id of a container, or a part of one: it has digits and letters. */
const HEX = /(?<![0-9a-z])(?<!\bi-)(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,64}(?![0-9a-z])/g
const ADDRESS = /(?<!\d)\d{1,3}(?:[.-]\d{1,3}){3}(?!\d)|\[[0-9a-f:]+\]/g
const CLOUD_INSTANCE = /(?<![0-9a-z])i-[0-9a-f]{8,17}(?![0-9a-z])/g

/** The kind of an instance by its name. */
export function kindOfName(name: string): NameKind {
  const lower = name.toLowerCase()
  const random = lower.replace(UUID, '*').replace(HEX, '*').replace(POD, '-*')
  if (random !== lower) return { stem: random, nameClass: 'random' }
  const address = lower.replace(ADDRESS, '*').replace(CLOUD_INSTANCE, '*')
  return { stem: address, nameClass: address === lower ? 'stable' : 'address' }
}

/** The kind of a metric by the values of its labels, as in `memory{pod="shop-7d9f8c6b5d-x2x4z"}`. */
export function kindOfMetric(metric: string): NameKind {
  let isRandom = false
  const stem = metric.replace(/"((?:[^"\\]|\\.)*)"/g, (text, value: string) => {
    const kind = kindOfName(value)
    if (kind.nameClass !== 'random') return text
    isRandom = true
    return `"${kind.stem}"`
  })
  return { stem, nameClass: isRandom ? 'random' : 'stable' }
}
