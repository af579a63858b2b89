/** How people call a series: "cpu on node3", in Chinese "node3 的 cpu"; the metric alone where it has no instance. */
export function nameOnInstance(
  { metric, instance }: { readonly metric: string; readonly instance: string },
  locale: 'en' | 'zh-CN',
): string {
  if (instance === '') return metric
  return locale === 'en' ? `${metric} on ${instance}` : `${instance} 的 ${metric}`
}
