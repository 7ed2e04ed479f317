/** Shows the mark of the product, `size` CSS pixels wide. The name beside it is read to screen readers, or nothing is. */
export function Mark({ size, className }: { size: number; className?: string | undefined }) {
  return <img src="/favicon.svg" alt="" width={size} height={size} className={className} />
}
