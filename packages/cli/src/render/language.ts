/** Languages that sentences are told in. */
export type Language = 'en' | 'zh-CN'
