import type { Locale } from '../errors.ts'

type Unit = 'day' | 'week' | 'month' | 'last24h'

/** What a written report says besides names, figures and sentences. */
export interface ReportWords {
  readonly label: Readonly<Record<'daily' | 'insight', string>>
  readonly allProjects: (count: string) => string
  readonly size: (series: string, instances: number, metrics: number) => string
  readonly zone: (zone: string) => string
  readonly until: (time: string) => string
  readonly figure: Readonly<Record<'incidents' | 'abnormal' | 'meanDuration' | 'meanSeverity' | 'arrived', string>>
  readonly before: Readonly<Record<Unit, (value: string) => string>>
  readonly bars: Readonly<Record<'hour' | 'day', string>>
  readonly legend: Readonly<Record<'now' | 'before' | 'missing', string>>
  readonly barText: (label: string, now: string, before: string | undefined, missing: string | undefined) => string
  readonly weekdays: string
  readonly changes: string
  readonly incidents: string
  readonly moreIncidents: (count: string) => string
  readonly more: (count: string) => string
  readonly noIncidents: string
  readonly since: (time: string, duration: string) => string
  readonly soFar: (time: string, duration: string) => string
  readonly severity: (value: string) => string
  readonly missing: string
  readonly forecasts: string
  readonly byInstance: string
  readonly byMetric: string
  readonly noInstance: string
  readonly logLines: string
  readonly statistics: string
  readonly columns: Readonly<
    Record<
      | 'day'
      | 'weekday'
      | 'incidents'
      | 'abnormal'
      | 'before'
      | 'missing'
      | 'meanDuration'
      | 'meanSeverity'
      | 'severity'
      | 'when'
      | 'duration'
      | 'what'
      | 'project'
      | 'name'
      | 'share'
      | 'findings'
      | 'instance'
      | 'metric'
      | 'up'
      | 'min'
      | 'max'
      | 'mean'
      | 'deviation'
      | 'relevance',
      string
    >
  >
  readonly open: string
  readonly reason: (address: string) => string
  readonly asked: (address: string, userName: string) => string
  readonly unsubscribe: string
  readonly colon: string
  readonly comma: string
  readonly week: (number: string) => string
}

const english: ReportWords = {
  label: { daily: 'Daily summary', insight: 'Insight report' },
  allProjects: (count) => (count === '1' ? '1 project' : `${count} projects`),
  size: (series, instances, metrics) =>
    `${series} series, ${instances} ${instances === 1 ? 'instance' : 'instances'}, ${metrics} ${metrics === 1 ? 'metric' : 'metrics'}`,
  zone: (zone) => `times in ${zone}`,
  until: (time) => `until ${time}`,
  figure: {
    incidents: 'incidents',
    abnormal: 'abnormal',
    meanDuration: 'mean duration',
    meanSeverity: 'mean severity',
    arrived: 'of samples arrived',
  },
  before: {
    day: (value) => `${value} the day before`,
    week: (value) => `${value} the week before`,
    month: (value) => `${value} the month before`,
    last24h: (value) => `${value} in the 24 hours before`,
  },
  bars: { hour: 'Abnormal time by hour', day: 'Abnormal time by day' },
  legend: { now: 'abnormal', before: 'period before', missing: 'data missing' },
  barText: (label, now, before, missing) =>
    [`${label} ${now}`, before && `before ${before}`, missing && `data missing ${missing}`].filter(Boolean).join(', '),
  weekdays: 'By weekday',
  changes: 'What changed',
  incidents: 'Incidents',
  moreIncidents: (count) => `${count} more in Omen`,
  more: (count) => `${count} more in Omen`,
  noIncidents: 'There was no incident.',
  since: (time, duration) => `${time}, for ${duration}`,
  soFar: (time, duration) => `since ${time}, ${duration} so far`,
  severity: (value) => `severity ${value}`,
  missing: 'data missing',
  forecasts: 'What is ahead',
  byInstance: 'By instance',
  byMetric: 'By metric',
  noInstance: 'no instance',
  logLines: 'log lines',
  statistics: 'Metrics by relevance',
  columns: {
    day: 'Day',
    weekday: 'Weekday',
    incidents: 'Incidents',
    abnormal: 'Abnormal',
    before: 'Before',
    missing: 'Data missing',
    meanDuration: 'Mean duration',
    meanSeverity: 'Mean severity',
    severity: 'Severity',
    when: 'Began',
    duration: 'Duration',
    what: 'What',
    project: 'Project',
    name: 'Name',
    share: 'Share of time',
    findings: 'Findings',
    instance: 'Instance',
    metric: 'Metric',
    up: 'Up',
    min: 'Min',
    max: 'Max',
    mean: 'Mean',
    deviation: 'Deviation',
    relevance: 'Relevance',
  },
  open: 'Open in Omen',
  reason: (address) => `${address} receives this report on a schedule.`,
  asked: (address, userName) => `${userName} had this report sent to ${address}.`,
  unsubscribe: 'Unsubscribe',
  colon: ': ',
  comma: ', ',
  week: (number) => `week ${number}`,
}

const chinese: ReportWords = {
  label: { daily: '日报', insight: '洞察报告' },
  allProjects: (count) => `${count} 个项目`,
  size: (series, instances, metrics) => `${series} 个序列，${instances} 个实例，${metrics} 个指标`,
  zone: (zone) => `时区 ${zone}`,
  until: (time) => `截至 ${time}`,
  figure: {
    incidents: '起事件',
    abnormal: '异常时长',
    meanDuration: '平均持续时间',
    meanSeverity: '平均严重度',
    arrived: '样本到达率',
  },
  before: {
    day: (value) => `前一天：${value}`,
    week: (value) => `前一周：${value}`,
    month: (value) => `前一个月：${value}`,
    last24h: (value) => `之前 24 小时：${value}`,
  },
  bars: { hour: '每小时异常时长', day: '每日异常时长' },
  legend: { now: '异常', before: '上一周期', missing: '数据缺失' },
  barText: (label, now, before, missing) =>
    [`${label} ${now}`, before && `此前 ${before}`, missing && `数据缺失 ${missing}`].filter(Boolean).join('，'),
  weekdays: '按星期',
  changes: '变更',
  incidents: '事件',
  moreIncidents: (count) => `另有 ${count} 起，请在 Omen 中查看`,
  more: (count) => `另有 ${count} 项，请在 Omen 中查看`,
  noIncidents: '没有事件。',
  since: (time, duration) => `${time}，持续 ${duration}`,
  soFar: (time, duration) => `${time} 起，已持续 ${duration}`,
  severity: (value) => `严重度 ${value}`,
  missing: '数据缺失',
  forecasts: '预测',
  byInstance: '按实例',
  byMetric: '按指标',
  noInstance: '无实例',
  logLines: '日志',
  statistics: '指标（按相关度）',
  columns: {
    day: '日期',
    weekday: '星期',
    incidents: '事件',
    abnormal: '异常时长',
    before: '此前',
    missing: '数据缺失',
    meanDuration: '平均持续时间',
    meanSeverity: '平均严重度',
    severity: '严重度',
    when: '开始',
    duration: '持续时间',
    what: '内容',
    project: '项目',
    name: '名称',
    share: '时间占比',
    findings: '发现',
    instance: '实例',
    metric: '指标',
    up: '在线率',
    min: '最小值',
    max: '最大值',
    mean: '平均值',
    deviation: '标准差',
    relevance: '相关度',
  },
  open: '在 Omen 中打开',
  reason: (address) => `${address} 定期接收此报告。`,
  asked: (address, userName) => `${userName} 将此报告发送至 ${address}。`,
  unsubscribe: '退订',
  colon: '：',
  comma: '，',
  week: (number) => `第 ${number} 周`,
}

export const reportWords: Readonly<Record<Locale, ReportWords>> = { en: english, 'zh-CN': chinese }
