/** Languages of rendered sentences. */
export type Language = 'en' | 'zh-CN'
