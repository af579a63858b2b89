import type { Budget } from '../budget.ts'
import { chosenElsewhere } from '../constants/chosen-elsewhere.ts'
import { run as causes } from './causes.ts'
import { run as faults } from './faults.ts'
import { onOwnData } from './figure.ts'
import { run as forecast } from './forecast.ts'
import { run as incidents } from './incidents.ts'
import { run as liveKinds } from './live-kinds.ts'
import { run as liveKpis } from './live-kpis.ts'
import { run as liveShop } from './live-shop.ts'
import { run as logFindings } from './log-findings.ts'
import { run as logs } from './logs.ts'
import { run as models } from './models.ts'
import { run as nab } from './nab.ts'
import { run as nasa } from './nasa.ts'
import { run as peers } from './peers.ts'
import { run as prediction } from './prediction.ts'
import { run as rollout } from './rollout.ts'
import { run as skab } from './skab.ts'
import { run as streamCost } from './stream-cost.ts'
import { run as streamElsewhere } from './stream-elsewhere.ts'
import { run as streamPower } from './stream-power.ts'
import { run as streamQuiet } from './stream-quiet.ts'
import { run as trainedNulls } from './trained-nulls.ts'

const tables: readonly Budget[] = [
  {
    name: 'live-shop',
    title: 'A shop watched live, quiet and with faults, at five intervals',
    run: async () => liveShop(),
  },
  {
    name: 'live-kinds',
    title: 'Single series watched live: kinds in which nothing happens, and faults that operators know',
    run: async () => liveKinds(),
  },
  { name: 'live-kpis', title: 'Web KPIs watched live: WSD', run: async () => liveKpis() },
  { name: 'nab', title: 'Points of a series as they come: the Numenta Anomaly Benchmark', run: async () => nab() },
  {
    name: 'stream-quiet',
    title: 'Alarms where nothing happens',
    run: async () => streamQuiet(),
  },
  {
    name: 'stream-power',
    title: 'How small a fault of a series is found',
    run: async () => streamPower(),
  },
  {
    name: 'stream-elsewhere',
    title: 'The shipped constants of streams on series that they were not chosen on',
    run: async () => streamElsewhere(),
  },
  { name: 'stream-cost', title: 'What scoring a series costs', run: async () => streamCost() },
  {
    name: 'models',
    title: 'What trained models flag where nothing is wrong, and what they cost',
    run: async () => models(),
  },
  {
    name: 'trained-nulls',
    title: 'What trained models report where nothing goes wrong, family by family',
    run: async () => trainedNulls(),
  },
  {
    name: 'skab',
    title: 'Rows of a rig with faults, trained on 400 rows: SKAB',
    run: async () => skab(),
  },
  {
    name: 'nasa',
    title: 'Telemetry of two spacecraft, trained on the file before',
    run: async () => nasa(),
  },
  {
    name: 'faults',
    title: 'Faults injected into a real cluster, at the default pvalue and cvalue',
    run: async () => faults(),
  },
  { name: 'forecast', title: 'Forecasts, with a range', run: async () => forecast() },
  { name: 'peers', title: 'Instances that stand off from their peers', run: async () => peers() },
  { name: 'rollout', title: 'What a rollout changed', run: async () => rollout() },
  { name: 'logs', title: 'Templates of logs', run: async () => logs() },
  {
    name: 'log-findings',
    title: 'Anomalies in logs',
    run: async () => logFindings(),
  },
  {
    name: 'causes',
    title: 'Where an incident began',
    run: async () => causes(),
  },
  { name: 'incidents', title: 'What belongs to one incident', run: async () => incidents() },
  { name: 'prediction', title: 'Incidents announced before they come', run: async () => prediction() },
]

/**
 * The benchmarks of the methods, in the order in which they are measured and shown. Where the shipped constants were chosen on the data of a table, it has
 * the figures of constants chosen elsewhere as well, which it judges.
 */
export const methods: readonly Budget[] = tables.map((table) => ({
  ...table,
  run: async (scratch) => {
    const figures = await table.run(scratch)
    const elsewhere = await chosenElsewhere(table.name)
    return elsewhere.length === 0 ? figures : [...onOwnData(figures), ...elsewhere]
  },
}))
