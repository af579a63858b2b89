import type { ErrorCode, Locale } from '../domain/errors.ts'

/** One sentence per code, for people. */
export const ERROR_SENTENCES: Readonly<Record<ErrorCode, Readonly<Record<Locale, string>>>> = {
  VALIDATION_FAILED: { en: 'A field of the request is not valid.', 'zh-CN': '请求中有字段无效。' },
  MALFORMED_BODY: { en: 'The body of the request cannot be read.', 'zh-CN': '无法读取请求内容。' },
  UNSUPPORTED_MEDIA_TYPE: { en: 'This kind of body is not accepted here.', 'zh-CN': '此处不接受该内容类型。' },
  REQUEST_TIMEOUT: { en: 'The request did not arrive in time.', 'zh-CN': '请求未能及时到达。' },
  HOST_NOT_ALLOWED: {
    en: 'This server does not answer under this name. Its operator can allow it.',
    'zh-CN': '服务器不接受以此域名发出的请求，可由管理员设置允许。',
  },
  PAYLOAD_TOO_LARGE: { en: 'The request is larger than this server accepts.', 'zh-CN': '请求超过服务器允许的大小。' },
  INCIDENT_DISSOLVED: {
    en: 'With this pvalue and cvalue there is no such incident, or a verdict hides it. Ask for one of the incidents of that time, or with the parameters of the run.',
    'zh-CN':
      '在当前 pvalue 和 cvalue 下没有该异常事件，或已有判定将其隐藏。请选择该时间的其他事件，或使用检测时的参数。',
  },
  NOT_FOUND: { en: 'Not found.', 'zh-CN': '找不到该内容。' },
  METHOD_NOT_ALLOWED: { en: 'This address does not support that method.', 'zh-CN': '该地址不支持此请求方法。' },
  CONFLICT: { en: 'The request conflicts with the current state.', 'zh-CN': '该操作与当前状态冲突。' },
  IDEMPOTENCY_MISMATCH: {
    en: 'This Idempotency-Key was used for a different request.',
    'zh-CN': '该 Idempotency-Key 已用于另一个请求。',
  },
  RATE_LIMITED: { en: 'Too many requests. Try again later.', 'zh-CN': '请求过于频繁，请稍后再试。' },
  OVERLOADED: { en: 'The server is busy. Try again later.', 'zh-CN': '服务器繁忙，请稍后再试。' },
  INTERNAL: { en: 'Something went wrong on the server.', 'zh-CN': '服务器内部错误。' },
  UNAUTHENTICATED: { en: 'Sign in first.', 'zh-CN': '请先登录。' },
  LOGIN_FAILED: { en: 'Account or password is wrong.', 'zh-CN': '账号或密码错误。' },
  LOCKED: {
    en: 'Too many failed attempts. The account is locked for a while.',
    'zh-CN': '失败次数过多，账号已暂时锁定。',
  },
  CSRF_FAILED: {
    en: 'The anti-forgery token is missing or expired. Sign in again.',
    'zh-CN': '防伪令牌缺失或已失效，请重新登录。',
  },
  SCOPE_MISSING: { en: 'The access token does not permit this.', 'zh-CN': '该访问令牌无权执行此操作。' },
  FORBIDDEN: { en: 'You are not allowed to do this.', 'zh-CN': '您无权执行此操作。' },
  CODE_WRONG: { en: 'The verification code is wrong or has expired.', 'zh-CN': '验证码错误或已过期。' },
  RESEND_TOO_SOON: {
    en: 'A code was sent a moment ago. Wait before requesting another.',
    'zh-CN': '验证码刚刚发送，请稍后再试。',
  },
  INVITATION_REQUIRED: { en: 'Signing up here needs an invitation code.', 'zh-CN': '注册需要邀请码。' },
  INVITATION_INVALID: { en: 'The invitation code is not valid.', 'zh-CN': '邀请码无效。' },
  ACCOUNT_TAKEN: { en: 'This account name is taken.', 'zh-CN': '该账号已被使用。' },
  ADDRESS_TAKEN: { en: 'This address already belongs to an account.', 'zh-CN': '该邮箱或手机号已注册。' },
  TEMP_PASSWORD_WRONG: {
    en: 'The temporary password is wrong, already used or expired.',
    'zh-CN': '临时密码错误、已使用或已过期。',
  },
  EMPTY_FILE: { en: 'The file is empty.', 'zh-CN': '文件为空。' },
  HEADER_ONLY: { en: 'The file has a header and no rows.', 'zh-CN': '文件只有表头，没有数据行。' },
  NO_TIMESTAMP_COLUMN: { en: 'The file has no column of times.', 'zh-CN': '文件没有时间列。' },
  TOO_FEW_COLUMNS: { en: 'The file has no column besides the timestamp.', 'zh-CN': '文件除时间戳外没有其他列。' },
  TOO_MANY_COLUMNS: { en: 'The file has more columns than this server accepts.', 'zh-CN': '文件列数超过限制。' },
  TOO_MANY_CELLS: { en: 'The file has more values than this server accepts.', 'zh-CN': '文件数据量超过限制。' },
  TOO_MANY_ROWS: { en: 'The file has more rows than this server accepts.', 'zh-CN': '文件行数超过限制。' },
  TOO_MANY_DUPLICATES: {
    en: 'Too many rows of the file have the same timestamp as another row.',
    'zh-CN': '文件中时间戳重复的行过多。',
  },
  LINE_TOO_LONG: {
    en: 'A line of the file is longer than this server accepts.',
    'zh-CN': '文件中有一行超过长度限制。',
  },
  NUL_BYTE: { en: 'The file has a NUL byte, so it is not text.', 'zh-CN': '文件包含 NUL 字节，不是文本文件。' },
  NOT_UTF8: { en: 'The file is not UTF-8 text.', 'zh-CN': '文件不是 UTF-8 编码。' },
  BAD_HEADER: { en: 'The header line of the file cannot be read.', 'zh-CN': '无法读取文件表头。' },
  TEXT_COLUMN: {
    en: 'The file has no column of numbers.',
    'zh-CN': '文件没有数字列。',
  },
  DUPLICATE_SERIES: { en: 'Two columns of the file have the same name.', 'zh-CN': '文件中有两列同名。' },
  MIXED_TIMESTAMPS: { en: 'The file mixes timestamp formats.', 'zh-CN': '文件中的时间戳格式不一致。' },
  NO_GOOD_ROWS: { en: 'No row of the file can be used.', 'zh-CN': '文件中没有可用的数据行。' },
  NOT_METRICS: { en: 'The file does not contain metrics.', 'zh-CN': '该文件不是指标数据。' },
  BAD_INTERVALS: { en: 'The file of intervals cannot be read.', 'zh-CN': '无法读取时间段文件。' },
  GZIP_DAMAGED: { en: 'The gzip file is truncated or damaged.', 'zh-CN': 'gzip 文件不完整或已损坏。' },
  DECOMPRESSED_TOO_LARGE: {
    en: 'The file is larger than this server accepts when decompressed.',
    'zh-CN': '文件解压后超过大小限制。',
  },
  CHECKSUM_MISMATCH: { en: 'The received file does not match its checksum.', 'zh-CN': '收到的文件与校验和不符。' },
  UPLOAD_INCOMPLETE: { en: 'The upload is not complete.', 'zh-CN': '上传尚未完成。' },
  RANGE_MISMATCH: { en: 'The chunk does not start where the last one ended.', 'zh-CN': '分片与已接收的位置不衔接。' },
  FILE_IN_USE: { en: 'The file is in use.', 'zh-CN': '文件正在使用中。' },
  DISK_FULL: {
    en: "The server's disk is full: its operator has to free space. Nothing was stored; send it again after that.",
    'zh-CN': '服务器磁盘空间不足，需由管理员释放空间。未保存任何内容，请在此之后重新发送。',
  },
  DATA_DAMAGED: {
    en: 'Stored data is damaged and cannot be read in full.',
    'zh-CN': '存储的数据已损坏，无法完整读取。',
  },
  UNKNOWN_MODEL_TYPE: { en: 'Unknown modelType.', 'zh-CN': '未知的 modelType。' },
  NOT_ENOUGH_DATA: { en: 'There is too little data.', 'zh-CN': '数据量不足。' },
  SERIES_MISMATCH: {
    en: 'The file does not have the series that the model was trained on.',
    'zh-CN': '文件中的序列与模型不匹配。',
  },
  MODEL_NOT_READY: { en: 'The model has no trained version yet.', 'zh-CN': '模型尚无可用版本。' },
  NO_PREVIOUS_VERSION: { en: 'The model has no earlier version to revert to.', 'zh-CN': '模型没有可回退的版本。' },
  JOB_FINISHED: { en: 'The job has already ended.', 'zh-CN': '任务已经结束。' },
  JOB_CANCELLED: { en: 'The job was cancelled.', 'zh-CN': '任务已取消。' },
  TOO_MANY_JOBS: {
    en: 'You have reached the limit of waiting jobs. Try again when some have ended.',
    'zh-CN': '您等待中的任务已达上限，请在部分任务结束后重试。',
  },
  PROCESSOR_QUOTA_EXCEEDED: {
    en: 'Your account has used up its processor time for today. It resets at midnight UTC.',
    'zh-CN': '您的账号今日的处理器时间已用完，将于 UTC 零点重新计算。',
  },
  STORAGE_QUOTA_EXCEEDED: {
    en: 'Your account has no storage left. Delete files, models or published copies that are no longer needed.',
    'zh-CN': '您的账号存储空间已用完，请删除不再需要的文件、模型或发布副本。',
  },
  TOO_MANY_PROJECTS: {
    en: 'This account has as many projects as it may have. Remove one first.',
    'zh-CN': '该账号的项目数量已达上限，请先移除一个项目。',
  },
  TOO_MANY_PUBLISHED: {
    en: 'This account has as many published copies as it may have. Revoke some that are no longer needed.',
    'zh-CN': '该账号的发布副本数量已达上限，请先撤销不再需要的副本。',
  },
  TOO_MANY_SERIES: {
    en: 'The project has as many series as it may have.',
    'zh-CN': '该项目的序列数量已达上限。',
  },
  CONNECTION_FAILED: {
    en: 'The service could not be reached with these settings.',
    'zh-CN': '无法使用这些设置连接服务。',
  },
  WRONG_DATA_TYPE: {
    en: 'The project collects another type of data.',
    'zh-CN': '该项目收集的是另一种类型的数据。',
  },
}
