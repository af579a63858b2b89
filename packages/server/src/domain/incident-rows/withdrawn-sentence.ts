/** Says of an incident without findings what became of it. */
export const WITHDRAWN_SENTENCE = {
  en: 'This incident was withdrawn: after late data arrived and its samples were scored again, no findings remained.',
  'zh-CN': '该事件已撤回：迟到的数据到达并重新评分样本后，已没有任何发现。',
}
