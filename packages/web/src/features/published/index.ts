export { ComparePage } from './compare/compare-page.tsx'
export { PublishedListPage } from './list/published-list-page.tsx'
export { OpenPage } from './open/open-page.tsx'
export { PublishedPage } from './page/published-page.tsx'
