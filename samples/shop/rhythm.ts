import { dayOfWeek, hourOfDay } from './time.ts'

/** Relative business of Monday to Sunday. */
const BY_DAY = [0.9, 0.88, 0.9, 0.96, 1.05, 1.18, 1.24] as const

/** Expected load of the shop, about 1 at a weekday's evening peak: a lunch bump, an evening peak, busier weekends. */
export function expectedLoad(time: number): number {
  const hours = hourOfDay(time)
  const curve = 0.2 + 0.42 * bump(hours, 12.5, 2.4) + 0.75 * bump(hours, 20, 2.3)
  return curve * weekday(dayOfWeek(time))
}

/** Days are joined at noon, not at midnight: no step at 00:00. */
function weekday(position: number): number {
  const centred = position - 0.5
  const index = Math.floor(centred)
  const share = centred - index
  return BY_DAY[(index + 7) % 7]! * (1 - share) + BY_DAY[(index + 8) % 7]! * share
}

function bump(hours: number, centre: number, width: number): number {
  const distance = ((hours - centre + 36) % 24) - 12
  return Math.exp(-0.5 * (distance / width) ** 2)
}
