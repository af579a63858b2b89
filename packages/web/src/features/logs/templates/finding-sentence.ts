/** What was found, without the template that it begins with: it stands beside it already. */
export function withoutTemplate(sentence: string, template: string): string {
  for (const start of [`'${template}': `, `“${template}”：`])
    if (sentence.startsWith(start)) return sentence.slice(start.length)
  return sentence
}
