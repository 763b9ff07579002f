package dev.fkc.source;

import dev.fkc.source.Problem.Severity;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Problems as a log of the Static Analysis Results Interchange Format, version 2.1.0. */
final class SarifLog {
  private final JsonWriter json = new JsonWriter();

  private SarifLog() {}

  static String write(List<Problem> problems, @Nullable String toolVersion) {
    SarifLog log = new SarifLog();
    log.log(problems, toolVersion);
    return log.json.toString();
  }

  private void log(List<Problem> problems, @Nullable String toolVersion) {
    TreeMap<String, Integer> rules = new TreeMap<>();
    problems.forEach(problem -> rules.put(problem.code(), 0));
    int next = 0;
    for (String code : rules.keySet()) {
      rules.put(code, next++);
    }
    json.beginObject();
    json.name("$schema").value("https://json.schemastore.org/sarif-2.1.0.json");
    json.name("version").value("2.1.0");
    json.name("runs").beginArray().beginObject();
    json.name("tool").beginObject().name("driver").beginObject();
    json.name("name").value("fkc");
    if (toolVersion != null) {
      json.name("version").value(toolVersion);
    }
    json.name("rules").beginArray();
    rules.keySet().forEach(this::rule);
    json.endArray().endObject().endObject();
    json.name("columnKind").value("utf16CodeUnits");
    json.name("results").beginArray();
    for (Problem problem : problems) {
      result(problem, rules.getOrDefault(problem.code(), 0));
    }
    json.endArray().endObject().endArray().endObject();
  }

  private void rule(String code) {
    json.beginObject().name("id").value(code);
    Rule.ofCode(code)
        .ifPresent(
            rule -> {
              text("shortDescription", rule.title());
              text("fullDescription", rule.why());
              text("help", rule.mend());
              json.name("defaultConfiguration").beginObject();
              json.name("level").value(level(rule.severity())).endObject();
            });
    json.endObject();
  }

  private void result(Problem problem, int ruleIndex) {
    json.beginObject();
    json.name("ruleId").value(problem.code());
    json.name("ruleIndex").value(ruleIndex);
    json.name("level").value(level(problem.severity()));
    text("message", message(problem));
    json.name("locations").beginArray().beginObject();
    physicalLocation(problem.span());
    if (problem.section() != null || problem.field() != null) {
      json.name("logicalLocations").beginArray().beginObject();
      String section = problem.section() == null ? "" : problem.section();
      String field = problem.field() == null ? "" : problem.field();
      String dot = section.isEmpty() || field.isEmpty() ? "" : ".";
      json.name("fullyQualifiedName").value(section + dot + field);
      json.endObject().endArray();
    }
    json.endObject().endArray();
    if (!problem.related().isEmpty()) {
      json.name("relatedLocations").beginArray();
      for (Problem.Related related : problem.related()) {
        json.beginObject();
        physicalLocation(related.span());
        text("message", related.message());
        json.endObject();
      }
      json.endArray();
    }
    json.endObject();
  }

  private static String message(Problem problem) {
    StringBuilder text = new StringBuilder(problem.message());
    if (problem.found() != null) {
      text.append("; found ").append(problem.found());
    }
    if (problem.expected() != null) {
      text.append("; expected ").append(problem.expected());
    }
    if (problem.help() != null) {
      text.append("; ").append(problem.help());
    }
    return text.charAt(text.length() - 1) == '?' ? text.toString() : text.append('.').toString();
  }

  private void physicalLocation(SourceSpan span) {
    json.name("physicalLocation").beginObject();
    json.name("artifactLocation").beginObject();
    json.name("uri").value(uri(span.file().name())).endObject();
    json.name("region").beginObject();
    json.name("startLine").value(span.line());
    json.name("startColumn").value(span.column());
    json.name("endLine").value(span.endLine());
    json.name("endColumn").value(span.endColumn());
    json.endObject().endObject();
  }

  /** A relative path stays relative, so that code hosts find the file; an absolute one is file:. */
  private static String uri(String name) {
    String path = name.replace('\\', '/');
    boolean absolute = path.startsWith("/") || path.matches("[A-Za-z]:/.*");
    try {
      return absolute
          ? new URI("file", "", path.startsWith("/") ? path : "/" + path, null).toASCIIString()
          : new URI(null, null, "./" + path, null).toASCIIString().substring(2);
    } catch (URISyntaxException e) {
      return "unknown";
    }
  }

  private void text(String name, String value) {
    json.name(name).beginObject().name("text").value(value).endObject();
  }

  private static String level(Severity severity) {
    return switch (severity) {
      case ERROR -> "error";
      case WARNING -> "warning";
      case NOTE -> "note";
    };
  }
}
