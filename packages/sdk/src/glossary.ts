import type { Prompt } from './rules/index.ts'

/** A term and its one meaning in Omen. */
export interface GlossaryEntry {
  readonly term: Prompt
  readonly meaning: Prompt
}

const entry = (term: string, meaning: string, chinese: string, chineseMeaning: string): GlossaryEntry => ({
  term: { en: term, 'zh-CN': chinese },
  meaning: { en: meaning, 'zh-CN': chineseMeaning },
})

/** The terms of page, command line and documentation, in alphabetical order of the English ones. */
export const glossary: readonly GlossaryEntry[] = [
  entry('alert', 'A message sent about an incident.', '告警', '针对事件发出的消息。'),
  entry(
    'anomaly',
    'The everyday word for a period: data that differs from what the model expects.',
    '异常',
    '异常时段的通称：数据偏离了模型的预期。',
  ),
  entry(
    'anomaly degree',
    'How improbable a single sample is, from 0 to 10; 1 is at the threshold.',
    '异常程度',
    '单个样本有多不寻常，0 到 10；1 表示恰好达到阈值。',
  ),
  entry(
    'calibration',
    'How well the model keeps its promise: the share of normal samples that it flags, next to 1 − pvalue.',
    '校准',
    '模型是否名副其实：被标记的正常样本比例与 1 − pvalue 的对比。',
  ),
  entry(
    'cvalue',
    'Consecutive flagged samples that a period needs. With DBScan: how many peers form a cluster.',
    'cvalue',
    '异常时段至少需要多少个连续被标记的样本。使用 DBScan 时：多少个同组实例构成一个群组。',
  ),
  entry(
    'detection',
    'The result of running a model on a file: its periods, gaps and scores.',
    '检测结果',
    '用模型检测文件的结果：异常时段、缺口和评分。',
  ),
  entry(
    'expected',
    'What the model predicts for a series at a given time; the band is the range of normal values.',
    '预期值',
    '模型对某个序列在某一时刻的预测；预期范围是正常值的范围。',
  ),
  entry(
    'finding',
    'Anything that Omen reports: a period, a gap, a log finding, an outlying instance, a forecast that crosses a limit.',
    '发现',
    'Omen 报告的任何内容：异常时段、缺口、日志异常、离群实例、越限的预测。',
  ),
  entry(
    'frame',
    'Series aligned on one time grid; gaps are explicit and never zero.',
    '数据帧',
    '对齐到同一时间网格的多个序列；缺口明确标出，不会记为零。',
  ),
  entry(
    'gap',
    'Time without data: the target is silent, the collector is down, or a value is frozen.',
    '缺口',
    '没有数据的时段：目标无数据、采集器停止或数值长时间不变。',
  ),
  entry(
    'highlight',
    'How a chart marks a finding: a bar or triangle at its top edge.',
    '高亮',
    '图表标示发现的方式：顶部的色条或三角形。',
  ),
  entry(
    'incident',
    'Findings that belong together, with a state, a timeline and ranked causes.',
    '事件',
    '彼此相关的一组发现，有状态、时间线和按可能性排序的原因。',
  ),
  entry(
    'ingest key',
    'What a sender identifies itself with. It belongs to one project; its secret is shown once.',
    '接入密钥',
    '发送端的身份凭据，属于一个项目，内容只显示一次。',
  ),
  entry(
    'job',
    'Work that takes a while: a training, an update, a detection or a plot.',
    '任务',
    '耗时的工作：训练、更新、检测或绘图。',
  ),
  entry(
    'member',
    'An account that a project is shared with: it may read the project and detect on it; its owner decides.',
    '成员',
    '项目的共享对象，可查看项目并对其进行检测，由所有者决定。',
  ),
  entry(
    'model',
    'A named, versioned, trained description of normal. One version is live.',
    '模型',
    '对正常状态的描述，经训练得到，有名称和版本；其中一个版本处于启用状态。',
  ),
  entry(
    'peers',
    'Instances that report the same metric and are expected to behave alike.',
    '同组实例',
    '上报同一指标、行为应当相近的实例。',
  ),
  entry('period', 'A finding on metrics, with a start and an end.', '异常时段', '指标上的发现，有开始和结束时间。'),
  entry('project', 'A source that collects data continuously.', '项目', '持续采集数据的数据源。'),
  entry(
    'pvalue',
    '1 − pvalue is the chance that a normal sample is flagged. With DBScan it is epsilon, a distance.',
    'pvalue',
    '1 − pvalue 是正常样本被标记的概率。使用 DBScan 时为 epsilon，表示距离。',
  ),
  entry(
    'retention',
    'How many days a project keeps its data; what is older is deleted every hour.',
    '保留期',
    '项目数据保留的天数，更早的数据每小时清理一次。',
  ),
  entry(
    'sampling interval',
    'The time between two samples of a series. A project is silent when three samples are overdue, and for two minutes at least.',
    '采样间隔',
    '同一序列相邻两个样本之间的时间。三个样本到期未到且至少两分钟没有数据时，项目即为无数据。',
  ),
  entry(
    'series',
    'One metric of one instance, written metric[instance], with an optional group.',
    '序列',
    '一个实例的一个指标，写作 metric[instance]，可带分组。',
  ),
  entry(
    'severity',
    'How serious a period is, from 1 at the threshold to 10, by how improbable, far, long and broad it is; its sign says whether values rose above or fell below normal. An instance that is down is 10.',
    '严重度',
    '异常时段的严重程度，阈值处为 1，最高为 10，取决于有多不寻常、偏离多远、持续多久、范围多广；正负号表示高于还是低于正常。实例停止运行为 10。',
  ),
  entry(
    'source',
    'What is watched: an uploaded file, a project or a published copy.',
    '数据源',
    '被监测的对象：上传的文件、项目或已发布的副本。',
  ),
  entry(
    'trust',
    'How far findings can be relied on: low while the model has seen little data.',
    '可信度',
    '结果的可靠程度；模型见过的数据较少时为低。',
  ),
  entry(
    'verdict',
    'What a person says about a period: correct, false alarm or unsure. Omen learns from it.',
    '判定',
    '人对异常时段的判断：正确、误报或不确定。Omen 会据此学习。',
  ),
]

/** The entries whose English or Chinese term contains the text, ignoring case. */
export function findTerms(text: string): GlossaryEntry[] {
  const low = text.trim().toLowerCase()
  return glossary.filter(({ term }) => term.en.toLowerCase().includes(low) || term['zh-CN'].includes(low))
}
