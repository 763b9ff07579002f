package dev.fkc.vulkan.internal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.security.CodeSource;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a handle was made: the nearest caller outside this library, found by a stack walk that
 * costs little; the whole stack under {@code -Dfkc.leaks=full}.
 */
final class CreationSite {
  private static final StackWalker WALKER = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);
  private static final @Nullable CodeSource LIBRARY =
      CreationSite.class.getProtectionDomain().getCodeSource();
  private static final ClassValue<Boolean> FOREIGN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return !type.getName().startsWith("dev.fkc.")
              || !Objects.equals(LIBRARY, type.getProtectionDomain().getCodeSource());
        }
      };

  private final @Nullable StackTraceElement frame;
  private final @Nullable Throwable stack;

  private CreationSite(@Nullable StackTraceElement frame, @Nullable Throwable stack) {
    this.frame = frame;
    this.stack = stack;
  }

  static CreationSite here() {
    if ("full".equals(System.getProperty("fkc.leaks"))) {
      return new CreationSite(null, new Throwable("made here"));
    }
    return new CreationSite(WALKER.walk(CreationSite::nearest), null);
  }

  private static @Nullable StackTraceElement nearest(Stream<StackFrame> frames) {
    Optional<StackFrame> caller =
        frames.filter(frame -> FOREIGN.get(frame.getDeclaringClass())).findFirst();
    return caller.map(StackFrame::toStackTraceElement).orElse(null);
  }

  @Override
  public String toString() {
    if (stack != null) {
      StringWriter text = new StringWriter();
      stack.printStackTrace(new PrintWriter(text));
      return "at:\n" + text;
    }
    return frame == null
        ? "inside the library (-Dfkc.leaks=full shows the stack)"
        : "at " + frame + " (-Dfkc.leaks=full shows the stack)";
  }
}
