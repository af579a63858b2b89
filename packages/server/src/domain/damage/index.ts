export { dataDamaged } from './data-damaged.ts'
export { countDamage, listDamage } from './list.ts'
export { type Damaged, markRepaired, reportDamage } from './report.ts'
