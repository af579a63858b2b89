import type { Texts } from '../texts.ts'

export const welcome: Texts['welcome'] = {
  title: '找到您的第一个异常',
  greeting: '欢迎，{{name}}。以下三种方式都能在五分钟内上手。',
  upload: {
    title: '上传文件',
    text: '指标 CSV 文件，可为 gzip 压缩。训练之前即可查看文件内容。',
    action: '选择文件',
  },
  connect: {
    title: '接入数据源',
    text: '由您的系统发送指标，数据到达后立即显示在页面上。',
    action: '添加项目',
  },
  demo: {
    title: '打开演示',
    text: '一个五节点商城，其间发生了七处故障。看看 Omen 学习两周平稳数据后有何发现。',
    action: '打开演示',
    missing: '演示数据正在准备，首次启动需要几秒钟。',
  },
  script: {
    title: '使用命令行',
    text: '页面上的所有操作都有对应命令，支持 JSON 输出，并为 CI 提供退出码。',
    action: '创建访问令牌',
    login: '登录一次，或将令牌写入 OMEN_TOKEN',
    train: '用正常的一天训练模型',
    detect: '检测；发现异常时退出码为 3',
  },
}
