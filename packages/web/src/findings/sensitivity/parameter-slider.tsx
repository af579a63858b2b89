import { Slider } from '@mantine/core'
import { useId } from 'react'
import styles from './sensitivity.module.css'

interface ParameterSliderProps {
  label: string
  /** What the value means, in a sentence. */
  hint: string
  value: number
  positions: { min: number; max: number; step: number }
  write: (value: number) => string
  onChange: (value: number) => void
}

export const ParameterSlider = ({ label, hint, value, positions, write, onChange }: ParameterSliderProps) => {
  const id = useId()
  return (
    <div className={styles.slider}>
      <div className={styles.sliderHead}>
        <span id={id}>{label}</span>
        <output htmlFor={id} className={styles.value}>
          {write(value)}
        </output>
      </div>
      <Slider
        size={4}
        thumbSize={14}
        {...positions}
        value={value}
        onChange={onChange}
        label={null}
        thumbValueText={`${write(value)}. ${hint}`}
        thumbProps={{ 'aria-labelledby': id }}
      />
      <p className={styles.hint}>{hint}</p>
    </div>
  )
}
