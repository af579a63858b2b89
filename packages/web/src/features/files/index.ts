export { FilePage } from './file-page/file-page.tsx'
export { FilesPage } from './files-page/files-page.tsx'
