/** A point outside its range: a filled circle with a ring. */
export const Logo = ({ size = 20 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <circle cx="16" cy="16" r="12.5" fill="none" stroke="var(--omen-accent)" strokeWidth="3" />
    <circle cx="16" cy="16" r="6" fill="var(--omen-accent)" />
  </svg>
)
