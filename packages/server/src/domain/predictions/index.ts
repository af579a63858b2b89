export { predictProjects } from './predict-projects.ts'
export { type Prediction, readPredictions } from './read.ts'
