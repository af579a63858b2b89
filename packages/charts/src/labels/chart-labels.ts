/** Every text in a chart; the page passes its own language. */
export interface ChartLabels {
  chart: (title: string, lineCount: number, periodCount: number) => string
  chartRole: string
  keys: string
  noData: string
  loading: string
  gap: string
  provisional: string
  predicted: string
  down: string
  missing: string
  above: string
  below: string
  expected: (span: string) => string
  expectedShort: string
  severity: (degree: string) => string
  periods: (count: number) => string
  periodOf: (index: number, count: number) => string
  until: (from: string, to: string) => string
  more: (count: number) => string
  peers: (count: number) => string
  samples: (count: number) => string
  zoomedTo: (from: string, to: string) => string
  time: string
  finding: string
  page: (page: number, pages: number) => string
  previous: string
  next: string
  state: (column: number, row: number, share: string) => string
  stateMap: string
  rare: string
  frequent: string
  nominal: string
  observed: string
  noneSeen: string
  calibration: string
  bands: string
}

export const englishLabels: ChartLabels = {
  chart: (title, lines, periods) =>
    `${title}, ${lines} ${lines === 1 ? 'line' : 'lines'}, ${periods} ${periods === 1 ? 'anomaly period' : 'anomaly periods'}`,
  chartRole: 'chart',
  keys: 'Left and right arrows move by a sample, up and down change the line, page keys move by ten, [ and ] go to the previous and next period, plus and minus zoom, Enter selects, Escape goes back.',
  noData: 'No data in this range',
  loading: 'Loading',
  gap: 'no data',
  provisional: 'provisional',
  predicted: 'predicted',
  down: 'instance down',
  missing: 'missing data',
  above: 'above normal',
  below: 'below normal',
  expected: (span) => `expected ${span}`,
  expectedShort: 'expected',
  severity: (degree) => `anomaly severity ${degree}`,
  periods: (count) => `${count} ${count === 1 ? 'period' : 'periods'}`,
  periodOf: (index, count) => `Period ${index} of ${count}`,
  until: (from, to) => `${from} to ${to}`,
  more: (count) => `${count} more`,
  peers: (count) => `${count} ${count === 1 ? 'peer' : 'peers'}`,
  samples: (count) => `${count} samples`,
  zoomedTo: (from, to) => `Showing ${from} to ${to}`,
  time: 'Time',
  finding: 'Finding',
  page: (page, pages) => `Page ${page} of ${pages}`,
  previous: 'Previous',
  next: 'Next',
  state: (column, row, share) => `State ${column}, ${row}: ${share} of the samples`,
  stateMap: 'Map of learned states',
  rare: 'rare',
  frequent: 'frequent',
  nominal: 'nominal false alarm rate',
  observed: 'observed',
  noneSeen: 'none seen',
  calibration: 'Nominal against observed false alarms',
  bands: 'Expected band by hour of the week',
}

export const chineseLabels: ChartLabels = {
  chart: (title, lines, periods) => `${title}，${lines} 条曲线，${periods} 个异常时段`,
  chartRole: '图表',
  keys: '左右方向键逐点移动，上下方向键切换曲线，翻页键移动十点，[ 和 ] 跳到上一个或下一个异常时段，加减号缩放，回车选中，Esc 返回。',
  noData: '该时间范围内没有数据',
  loading: '加载中',
  gap: '无数据',
  provisional: '未完结',
  predicted: '预测',
  down: '实例宕机',
  missing: '数据缺失',
  above: '高于正常',
  below: '低于正常',
  expected: (span) => `预期 ${span}`,
  expectedShort: '预期',
  severity: (degree) => `异常程度 ${degree}`,
  periods: (count) => `${count} 个时段`,
  periodOf: (index, count) => `第 ${index} 个时段，共 ${count} 个`,
  until: (from, to) => `${from} 至 ${to}`,
  more: (count) => `另有 ${count} 条`,
  peers: (count) => `${count} 个同组实例`,
  samples: (count) => `${count} 个采样点`,
  zoomedTo: (from, to) => `显示 ${from} 至 ${to}`,
  time: '时间',
  finding: '发现',
  page: (page, pages) => `第 ${page} 页，共 ${pages} 页`,
  previous: '上一页',
  next: '下一页',
  state: (column, row, share) => `状态 ${column}, ${row}：占样本的 ${share}`,
  stateMap: '已学习的状态图',
  rare: '罕见',
  frequent: '常见',
  nominal: '标称误报率',
  observed: '实测',
  noneSeen: '未出现',
  calibration: '标称与实测误报率',
  bands: '一周各小时的预期范围',
}
