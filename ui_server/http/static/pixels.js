// Two pictures compared pixel by pixel: what differs is painted over a faded copy of the later one.

const MOST_NOISE = 12;

function pixelsOf(image, width, height) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, width, height);
}

/** Paints the difference on `canvas`; gives the number of pixels that differ, their share, and the box around them. */
export function paintDifference(canvas, before, after) {
  const width = Math.max(before.naturalWidth, after.naturalWidth);
  const height = Math.max(before.naturalHeight, after.naturalHeight);
  const old = pixelsOf(before, width, height).data;
  const painted = pixelsOf(after, width, height);
  const now = painted.data;
  const box = { left: width, top: height, right: -1, bottom: -1 };
  let count = 0;
  for (let at = 0; at < now.length; at += 4) {
    const off = Math.max(
      Math.abs(now[at] - old[at]), Math.abs(now[at + 1] - old[at + 1]),
      Math.abs(now[at + 2] - old[at + 2]), Math.abs(now[at + 3] - old[at + 3]),
    );
    if (off > MOST_NOISE) {
      count += 1;
      const x = (at / 4) % width;
      const y = Math.floor(at / 4 / width);
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      now.set([220, 38, 127, 255], at);
    } else {
      const grey = 255 - (255 - (now[at] * 0.3 + now[at + 1] * 0.59 + now[at + 2] * 0.11)) * 0.3;
      now.set([grey, grey, grey, 255], at);
    }
  }
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d").putImageData(painted, 0, 0);
  return { count, share: count / (width * height), box: count ? box : null };
}
