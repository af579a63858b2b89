/** How a change is called: its title, with the version unless that is part of it. */
export function changeName({ title, version }: { title: string; version: string | null | undefined }): string {
  return !version || title.includes(version) ? title : `${title} ${version}`
}
