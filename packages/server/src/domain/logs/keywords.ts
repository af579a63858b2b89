/** Words of logs that tell of trouble, by their beginnings where they are inflected. */
const alarming =
  /^(?:err(?:or)?s?|exceptions?|fatal|panic(?:ked)?|fail(?:ed|ure|ures|s|ing)?|critical|crash(?:ed|es)?|traceback|segfault|abort(?:ed|ing)?|timeouts?|timed|refus(?:ed|ing)|denied|unreachable|reject(?:ed|s)?|invalid|corrupt(?:ed|ion)?|lost|killed|oom|unavailable|overflow|deadlocks?|unauthori[sz]ed|forbidden|illegal|broken|unable|cannot|missing|violation|degraded|unhealthy|exceed(?:ed|s)?|exhausted|interrupted|emergency|alert)$|错误|异常|失败|超时|拒绝|崩溃|中断|无法|不可用|溢出/i

const words = /\p{Script=Han}{2,}|\p{L}[\p{L}\p{M}]{2,39}/gu
/** Of one template. */
const mostWords = 100

/** The words of the constant text of a template, each once, in lower case. */
export function wordsOf(text: string): Set<string> {
  const found = text.replaceAll('<*>', ' ').match(words) ?? []
  return new Set(found.slice(0, mostWords).flatMap((word) => splitWord(word).map((one) => one.toLowerCase())))
}

/** Whether a word tells of an error. */
export function isAlarming(word: string): boolean {
  return alarming.test(word)
}

/** A name in camel case is as many words. */
function splitWord(word: string): string[] {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u).filter((part) => part.length > 2)
  return parts.length > 1 ? parts : [word]
}
