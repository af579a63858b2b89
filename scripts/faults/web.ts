import type { Fault } from './fault.ts'

/** What the page does that needs no browser to be tested. */
export const WEB_FAULTS: readonly Fault[] = [
  {
    id: 'search-throttle',
    breaks: 'a dropdown asks once in 200 ms',
    file: 'packages/web/src/ui/dropdown/use-paced-search.ts',
    find: 'searchedAt + DROPDOWN.queryThrottle - now()',
    replace: 'searchedAt - now()',
    tests: ['packages/web/src/ui/dropdown/use-paced-search.test.ts'],
  },
  {
    id: 'message-time',
    breaks: 'messages stay 10 s',
    file: 'packages/web/src/ui/theme/tokens.ts',
    find: 'message: 10_000',
    replace: 'message: 1_000',
    tests: ['packages/web/src/ui/theme/theme.test.ts'],
  },
  {
    id: 'popup-delay',
    breaks: 'a popup shows after 50 ms',
    file: 'packages/web/src/ui/theme/tokens.ts',
    find: 'showDelay: 50, hideDelay: 70',
    replace: 'showDelay: 70, hideDelay: 50',
    tests: ['packages/web/src/ui/theme/theme.test.ts'],
  },
  {
    id: 'shared-model',
    breaks: 'a detection names the owner of a shared model',
    file: 'packages/web/src/features/files/actions/detection-request.ts',
    find: '(!model.mine &&',
    replace: '(model.mine &&',
    tests: ['packages/web/src/features/files/actions/detection-request.test.ts'],
  },
  {
    id: 'update-filter',
    breaks: 'a revert sends the model alone',
    file: 'packages/web/src/features/files/actions/update-fields.ts',
    find: "...(operation === 'update' && filter !== null",
    replace: '...(filter !== null',
    tests: ['packages/web/src/features/files/actions/update-fields.test.ts'],
  },
  {
    id: 'resume-upload',
    breaks: 'a refused file is not sent again',
    file: 'packages/web/src/features/files/upload-queue/upload-model.ts',
    find: '(sent < size || size === 0)',
    replace: 'true',
    tests: ['packages/web/src/features/files/upload-queue/upload-model.test.ts'],
  },
]
