/** The visible square of an image: its middle, as shares of the width and the height, and how much it is enlarged. */
export type Crop = { x: number; y: number; zoom: number }

type Size = { width: number; height: number }

/** Returns the visible square in pixels of the image. */
export function toArea({ width, height }: Size, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}

/** Returns the crop after moving the square by shares of its side, as far as it stays within the image. */
export function moveCrop(image: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = toArea(image, crop)
  const within = (at: number, by: number, length: number) => {
    const margin = side / 2 / length
    return Math.min(1 - margin, Math.max(margin, at + (by * side) / length))
  }
  return {
    ...crop,
    x: within(crop.x, right, image.width),
    y: within(crop.y, down, image.height),
  }
}
